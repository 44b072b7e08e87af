import { createContext, useContext } from "react";

/** Provided by the router, because pages can't import the list of all pages. */
export const PreloadContext = createContext<(path: string) => void>(() => undefined);

/** Returns a function that loads the code of the page at a path before it's opened. */
export const usePreload = () => useContext(PreloadContext);
