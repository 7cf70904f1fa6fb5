import catalogue from "./catalogue.json" with { type: "json" };
import common from "./common.json" with { type: "json" };
import forms from "./forms.json" with { type: "json" };
import pages from "./pages.json" with { type: "json" };
import server from "./server.json" with { type: "json" };

export default { common, catalogue, forms, pages, server };
