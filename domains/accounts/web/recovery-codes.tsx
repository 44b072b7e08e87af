import { useEffect, useRef } from "react";
import { Copy, Download, Printer } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { UnsavedChanges } from "#web/ui/unsaved-changes.tsx";

/** The recovery codes, which are shown only once: to copy, save or print. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { email } = useUser();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = [`Recovery codes of ${email} for ${location.host}`, "Each works once.", "", ...codes, ""].join(
    "\r\n",
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: "Copied!", description: "Copied to clipboard." });
    } catch {
      // Browsers allow the clipboard on secure pages only; elsewhere the codes are selected, to be copied by hand.
      if (list.current !== null) getSelection()?.selectAllChildren(list.current);
    }
  };
  return (
    <div className="space-y-4">
      <UnsavedChanges
        title="Have you saved your recovery codes?"
        description="They are shown only now. Without them you cannot sign in when your phone is lost."
      />
      <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
        Your recovery codes
      </h3>
      <Banner kind="warning" title="Keep these codes where you can find them without your phone">
        Each works once in place of a code from the app. They are shown only now.
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
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}
