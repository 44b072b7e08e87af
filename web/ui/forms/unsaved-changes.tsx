import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

interface UnsavedChangesProps {
  title: string;
  /** Explains what would be lost. */
  description: string;
}

/**
 * Asks for confirmation before a link, a reload, or closing the window discards input that isn't saved as a
 * draft. Render it while there are unsaved changes.
 */
export function UnsavedChanges({ title, description }: UnsavedChangesProps) {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      if (link === null || !isPlain || link.origin !== location.origin || link.hasAttribute("download"))
        return;
      if (link.target !== "" || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    addEventListener("beforeunload", onLeave);
    document.addEventListener("click", onClick, true);
    return () => {
      removeEventListener("beforeunload", onLeave);
      document.removeEventListener("click", onClick, true);
    };
  }, []);

  return (
    <ConfirmDialog
      isOpen={target !== null}
      onClose={() => setTarget(null)}
      title={title}
      description={description}
      confirmLabel="Leave"
      isDestructive
      onConfirm={() => target !== null && navigate(target)}
    />
  );
}
