import { addressOf } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { type ButtonSize, type ButtonVariant, buttonClasses } from "#web/ui/button.tsx";
import { type DocumentCard, readEarlierFile, readFile } from "../contract.ts";
import { isToHave } from "../types.ts";

interface DownloadLinkProps {
  documentId: number;
  file: DocumentCard["file"];
  /** The version; by default the current one. */
  number?: number | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
}

/** Downloads a file under its own name; renders nothing while the file is being scanned or after it was removed. */
export function DownloadLink({ documentId, file, number, variant, size }: DownloadLinkProps) {
  if (!isToHave(file.scan)) return null;
  const address =
    number === undefined
      ? addressOf(readFile, { params: { id: documentId } })
      : addressOf(readEarlierFile, { params: { id: documentId, number } });
  return (
    <a href={address} download className={buttonClasses({ variant, size })}>
      <Download aria-hidden="true" />
      Download {number !== undefined && <span className="sr-only">{`version ${number}`}</span>}
    </a>
  );
}
