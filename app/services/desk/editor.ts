import CMS from "@sveltia/cms";

// The entry of the editor's own build: it finds its configuration by the link in the page. Its button for logging out leads here, too,
// so that the whole window leaves, not only the frame.
if (location.search === "?logout") window.top!.location.href = "/desk/logout";
else void CMS.init();

// The page around the editor says that visitors don't see it yet.
CMS.registerEventListener({
  name: "postSave",
  handler: () => void window.parent.document.getElementById("saved")?.removeAttribute("hidden"),
});
