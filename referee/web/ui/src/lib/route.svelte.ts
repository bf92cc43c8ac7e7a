/** Which page is open: the path of the address, without a framework. */

class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  /** The parts of the path: `/games/7` is `["games", "7"]`. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path + location.search);
    this.path = path;
    scrollTo(0, 0);
  }
}

export const route = new Route();

/** `<a href="/stats" use:link>` stays inside the page. */
export function link(anchor: HTMLAnchorElement): { destroy(): void } {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return;
    event.preventDefault();
    route.go(anchor.pathname);
  };
  anchor.addEventListener("click", follow);
  return { destroy: () => anchor.removeEventListener("click", follow) };
}
