import { buildUrl } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { type ButtonSize, type ButtonVariant, buttonClasses } from "#web/ui/button.tsx";
import { type DocumentCard, readEarlierFile, readFile } from "../../contract.ts";
import { isDownloadable } from "../../types.ts";

interface DownloadLinkProps {
  documentId: number;
  file: DocumentCard["file"];
  /** The version. Defaults to the current one. */
  number?: number;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/**
 * Downloads a file under its own name. Renders nothing while the file is being scanned or after it was
 * removed.
 */
export function DownloadLink({ documentId, file, number, variant, size }: DownloadLinkProps) {
  if (!isDownloadable(file.scan)) return null;
  const url =
    number === undefined
      ? buildUrl(readFile, { params: { id: documentId } })
      : buildUrl(readEarlierFile, { params: { id: documentId, number } });
  return (
    <a href={url} download className={buttonClasses({ variant, size })}>
      <Download aria-hidden="true" />
      Download {number !== undefined && <span className="sr-only">{`version ${number}`}</span>}
    </a>
  );
}
