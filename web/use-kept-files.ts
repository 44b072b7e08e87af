import { useEffect, useEffectEvent, useRef } from "react";
import { keepFiles, readKeptFiles } from "./kept-files.ts";
import { useUser } from "./session/session.tsx";

/**
 * Keeps files that are chosen and not sent yet on this device, for the user who chose them.
 * @param name of what they are for: `report`
 * @param onRestored gets what was kept before
 * @returns keeps the present files in place of those before; without any, nothing is kept
 */
export function useKeptFiles(name: string, onRestored: (files: readonly File[]) => void) {
  const key = `draft:${useUser().id}:${name}`;
  const kept = useRef<readonly File[]>([]);
  const restore = useEffectEvent(onRestored);
  useEffect(() => {
    let isClosed = false;
    void readKeptFiles(key).then((files) => {
      if (isClosed || files.length === 0) return;
      kept.current = files;
      restore(files);
    });
    return () => {
      isClosed = true;
    };
  }, [key]);
  return (files: readonly File[]): void => {
    if (files.length === kept.current.length && files.every((file, at) => file === kept.current[at])) return;
    kept.current = files;
    void keepFiles(key, files);
  };
}
