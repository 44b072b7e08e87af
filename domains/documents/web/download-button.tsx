import { addressOf } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { readFile } from "../contract.ts";

interface DownloadButtonProps {
  document: { id: number; title: string };
  /** Only the icon on a phone. */
  isIconOnPhone?: boolean | undefined;
  className?: string | undefined;
}

/** DASH-15, DASH-28: the server sends the file as a named attachment, which the browser saves while it arrives. */
export function DownloadButton({ document, isIconOnPhone = false, className }: DownloadButtonProps) {
  return (
    <Button
      size="sm"
      className={classes(isIconOnPhone && "max-sm:min-w-11", className)}
      aria-label={`Download ${document.title}`}
      icon={<Download aria-hidden="true" />}
      onClick={() => download(addressOf(readFile, { params: { id: document.id } }))}
    >
      {isIconOnPhone ? <span className="max-sm:sr-only">Download</span> : "Download"}
    </Button>
  );
}

function download(address: string): void {
  const link = window.document.createElement("a");
  link.href = address;
  link.download = "";
  window.document.body.append(link);
  link.click();
  link.remove();
}
