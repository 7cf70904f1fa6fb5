/** The layout of every page but home; `Page` draws its breadcrumbs, title and text. */
export { Outlet as default } from "react-router";
