import { useEffect, useEffectEvent, useRef } from "react";
import { readSavedFiles, saveFiles } from "./saved-files.ts";
import { useUser } from "./session/session.tsx";

/**
 * Saves selected but unsent files on this device, for the user who selected them.
 * @param name the form they belong to, such as `report`
 * @param onRestored receives the files saved earlier
 * @returns a function that replaces the saved files. An empty list removes them
 */
export function useSavedFiles(name: string, onRestored: (files: readonly File[]) => void) {
  const key = `draft:${useUser().id}:${name}`;
  const savedFiles = useRef<readonly File[]>([]);
  const restore = useEffectEvent(onRestored);
  useEffect(() => {
    let isClosed = false;
    void readSavedFiles(key).then((files) => {
      if (isClosed || files.length === 0) return;
      savedFiles.current = files;
      restore(files);
    });
    return () => {
      isClosed = true;
    };
  }, [key]);
  return (files: readonly File[]): void => {
    if (
      files.length === savedFiles.current.length &&
      files.every((file, index) => file === savedFiles.current[index])
    )
      return;
    savedFiles.current = files;
    void saveFiles(key, files);
  };
}
