import { createContext } from "react";

/** Whether the document runs scripts. Only the server sets it; in browsers it is always true. */
export const ScriptsContext = createContext(true);
