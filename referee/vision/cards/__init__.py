"""Cards: found on the table, rectified, recognised if taught."""
