import { createContext } from "react";

/** Whether the document runs scripts. The server decides; a document that the browser renders always does. */
export const ScriptsContext = createContext(true);
