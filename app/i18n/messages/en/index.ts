import type { Messages } from "../../messages.ts";
import about from "./about.json" with { type: "json" };
import batch from "./batch.json" with { type: "json" };
import common from "./common.json" with { type: "json" };
import contact from "./contact.json" with { type: "json" };
import errors from "./errors.json" with { type: "json" };
import forms from "./forms.json" with { type: "json" };
import home from "./home.json" with { type: "json" };
import info from "./info.json" with { type: "json" };
import list from "./list.json" with { type: "json" };
import loader from "./loader.json" with { type: "json" };
import login from "./login.json" with { type: "json" };
import owner from "./owner.json" with { type: "json" };
import quotation from "./quotation.json" with { type: "json" };
import search from "./search.json" with { type: "json" };
import searching from "./searching.json" with { type: "json" };
import server from "./server.json" with { type: "json" };

export default {
  about,
  batch,
  common,
  contact,
  errors,
  forms,
  home,
  info,
  list,
  loader,
  login,
  owner,
  quotation,
  search,
  searching,
  server,
} satisfies Messages;
