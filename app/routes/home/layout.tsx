/** Layout of pages that use the full width. `Page` renders the breadcrumbs and title of all other pages. */
export { Outlet as default } from "react-router";
