import { createContext } from "react";

/** Whether the document runs scripts. The server decides it; a document that a browser draws has some. */
export const ScriptsContext = createContext(true);
