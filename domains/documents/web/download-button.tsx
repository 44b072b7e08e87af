import { buildUrl } from "#web/api-client.ts";
import { download } from "#web/download.ts";
import { Download } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { readFile } from "../contract.ts";

interface DownloadButtonProps {
  document: { id: number; title: string };
  className?: string;
}

/**
 * Downloads a document (DASH-15, DASH-28). The server sends a named attachment, which the browser saves while
 * it arrives.
 */
export const DownloadButton = ({ document, className }: DownloadButtonProps) => (
  <IconButton
    label={`Download ${document.title}`}
    className={className}
    onClick={() => download(buildUrl(readFile, { params: { id: document.id } }))}
  >
    <Download aria-hidden="true" />
  </IconButton>
);
