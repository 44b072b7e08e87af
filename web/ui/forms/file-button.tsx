import { type ReactNode, useRef } from "react";
import { Button } from "#web/ui/button.tsx";

interface FileButtonProps {
  label: string;
  icon: ReactNode;
  /** Media types or extensions, separated by commas. */
  accept: string;
  /**
   * Opens the camera directly. Only touch devices show such a button, because elsewhere it would open the
   * normal file dialog.
   */
  isCamera?: boolean;
  isDisabled?: boolean;
  size?: "sm" | "md";
  onFiles: (files: readonly File[]) => void;
}

/** A button that selects files or takes a photo. */
export function FileButton({
  label,
  icon,
  accept,
  isCamera = false,
  isDisabled = false,
  size = "md",
  onFiles,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={isCamera ? "hidden pointer-coarse:block" : undefined}>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={!isCamera}
        capture={isCamera ? "environment" : undefined}
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Otherwise selecting the same file again wouldn't fire an event.
          target.value = "";
        }}
        className="sr-only"
      />
      <Button size={size} icon={icon} disabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  );
}
