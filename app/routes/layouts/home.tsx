/** The layout `home`: pages that use the whole width of the window. */
export { Outlet as default } from "react-router";
