/** The layout `home`: pages that use the whole width of the window. `Page` draws every other's breadcrumbs and title. */
export { Outlet as default } from "react-router";
