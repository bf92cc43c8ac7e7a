/** Lettering as large as the room allows: a table is read from three metres away. */

const SIZES = [2.6, 2.2, 1.9, 1.6, 1.4, 1.2, 1];

/**
 * Sets `--grown` on the element: the largest size with which everything around it still fits into its
 * parent, and no line of it is cut off. The parent keeps its height, whatever is in it.
 */
export function grown(node: HTMLElement, sizes: number[] = SIZES): { destroy: () => void } {
  const room = node.parentElement;
  if (!room) return { destroy: () => undefined };
  const isWhole = (): boolean =>
    room.scrollHeight <= room.clientHeight &&
    room.scrollWidth <= room.clientWidth &&
    [...node.querySelectorAll("p, span:not(.hidden-text)")].every(
      (each) => each.scrollWidth <= each.clientWidth + 1,
    );
  const fit = (): void => {
    for (const size of sizes) {
      node.style.setProperty("--grown", String(size));
      if (isWhole()) return;
    }
  };
  let frame = 0;
  const later = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  };
  const resized = new ResizeObserver(later);
  const changed = new MutationObserver(later);
  resized.observe(room);
  changed.observe(room, { childList: true, characterData: true, subtree: true });
  // A picture has its width only when it has come; its event does not bubble.
  room.addEventListener("load", later, true);
  void document.fonts.ready.then(later);
  return {
    destroy: () => {
      cancelAnimationFrame(frame);
      room.removeEventListener("load", later, true);
      resized.disconnect();
      changed.disconnect();
    },
  };
}
