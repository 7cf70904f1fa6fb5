import CMS from "@sveltia/cms";

// The entry of the editor's own build: it finds its configuration by the link in the page.
CMS.init();
