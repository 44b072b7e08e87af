import { buildUrl } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { readFile } from "../contract.ts";

interface DownloadButtonProps {
  document: { id: number; title: string };
  /** Shows only the icon on a phone. */
  isIconOnPhone?: boolean;
  className?: string;
}

/**
 * The server sends the file as a named attachment, which the browser saves while it arrives (DASH-15,
 * DASH-28).
 */
export function DownloadButton({ document, isIconOnPhone = false, className }: DownloadButtonProps) {
  return (
    <Button
      size="sm"
      className={classes(isIconOnPhone && "max-sm:min-w-11", className)}
      aria-label={`Download ${document.title}`}
      icon={<Download aria-hidden="true" />}
      onClick={() => download(buildUrl(readFile, { params: { id: document.id } }))}
    >
      {isIconOnPhone ? <span className="max-sm:sr-only">Download</span> : "Download"}
    </Button>
  );
}

function download(url: string): void {
  const link = window.document.createElement("a");
  link.href = url;
  link.download = "";
  window.document.body.append(link);
  link.click();
  link.remove();
}
