import { useEffect, useRef } from "react";
import { Copy, Download, Printer } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { UnsavedChanges } from "#web/ui/forms/unsaved-changes.tsx";

/** The recovery codes, shown only once, with buttons to copy, save, or print them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { email } = useUser();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = [
    `Recovery codes for ${email} at ${location.host}`,
    "Each code works once.",
    "",
    ...codes,
    "",
  ].join("\r\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: "Copied!", description: "Copied to clipboard." });
    } catch {
      // Browsers allow the clipboard on secure pages only. On others, the codes are selected so the user can
      // copy them.
      if (list.current !== null) getSelection()?.selectAllChildren(list.current);
    }
  };
  return (
    <div className="space-y-4">
      <UnsavedChanges
        title="Have you saved your recovery codes?"
        description="You won't see these again. Without them, you can't sign in if you lose your phone."
      />
      <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
        Your recovery codes
      </h3>
      <Banner kind="warning" title="Store these codes somewhere you can reach without your phone">
        Each code works once in place of one from your app. You won't see them again.
      </Banner>
      <p className="hidden print:block">
        {email}, {location.host}
      </p>
      <ul
        ref={list}
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-control bg-sunken px-4 py-3 font-mono tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1 print:hidden">
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClasses()}
        >
          <Download aria-hidden="true" />
          Download
        </a>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          Print
        </Button>
        <Button variant="primary" onClick={onDone}>
          I've Saved Them
        </Button>
      </div>
    </div>
  );
}
