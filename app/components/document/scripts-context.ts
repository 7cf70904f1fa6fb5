import { createContext } from "react";

/** Whether the document runs scripts. The server decides; the browser's documents always do. */
export const ScriptsContext = createContext(true);
