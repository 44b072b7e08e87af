import { useRef, useState } from "react";
import { ArrowLeft, ArrowRight, Camera, Plus, X } from "#web/icons.ts";
import { localToday } from "#web/local-today.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type SavedPhoto, useSavedPhotos } from "#web/use-saved-photos.ts";
import { photosToPdf, scanPagesMax, scanTypes } from "./photos-to-pdf.ts";

const accept = scanTypes.join(",");

interface ScanPagesProps {
  /** What the pages are for. An unfinished scan is saved under this name. */
  name: string;
  isDisabled: boolean;
  onScanned: (pdf: File) => void;
}

/** The button next to a field for a document's file. Photos become the pages of one PDF. */
export function ScanPages({ name, isDisabled, onScanned }: ScanPagesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon={<Camera aria-hidden="true" />} disabled={isDisabled} onClick={() => setIsOpen(true)}>
        Scan pages
      </Button>
      {isOpen && (
        // Keeps the surrounding form from being submitted too.
        <div className="contents" onSubmit={(event) => event.stopPropagation()}>
          <ScanDialog
            name={name}
            onClose={close}
            onScanned={(pdf) => {
              close();
              onScanned(pdf);
            }}
          />
        </div>
      )}
    </>
  );
}

interface ScanDialogProps {
  name: string;
  onClose: () => void;
  onScanned: (pdf: File) => void;
}

function ScanDialog({ name, onClose, onScanned }: ScanDialogProps) {
  const { pages, error, add, move, remove, drop } = useScannedPages(name);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const createPdf = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const pdf = await photosToPdf(
        pages.map(({ file }) => file),
        `Scan ${localToday()}.pdf`,
      );
      drop();
      onScanned(pdf);
    } catch {
      setHasFailed(true);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Scan Pages"
      description="Take a photo of each page. They'll be combined into one PDF in this order."
      submitLabel="Create PDF"
      busyLabel="Creating PDF..."
      isBusy={isBusy}
      isDisabled={pages.length === 0}
      onSubmit={() => void createPdf()}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-2">
        <FileButton label="Take photo" icon={<Camera />} accept={accept} isCamera onFiles={add} />
        <FileButton label="Choose photos" icon={<Plus />} accept={accept} onFiles={add} />
      </div>
      {error !== undefined && (
        <p role="alert" className="text-red-text text-sm">
          {error}
        </p>
      )}
      {hasFailed && (
        <p role="alert" className="text-red-text text-sm">
          We couldn't create the PDF. Remove the last page or any photos that won't open, then try again.
        </p>
      )}
      <PageOrder pages={pages} onMove={move} onRemove={remove} />
    </FormDialog>
  );
}

interface PageOrderProps {
  pages: readonly SavedPhoto[];
  onMove: (from: number, to: number) => void;
  onRemove: (id: number) => void;
}

function PageOrder({ pages, onMove, onRemove }: PageOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState("");
  /** Moves a page and keeps the focus on its button. */
  const move = (page: SavedPhoto, from: number, step: -1 | 1) => {
    onMove(from, from + step);
    setAnnouncement(`Page ${from + 1} is now page ${from + 1 + step}.`);
    const isAtEnd = from + step === (step === 1 ? pages.length - 1 : 0);
    const button = isAtEnd ? (step === 1 ? "earlier" : "later") : step === 1 ? "later" : "earlier";
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-page-id="${page.id}"] [data-${button}]`)?.focus(),
    );
  };
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol
        ref={list}
        aria-label="Pages"
        className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 empty:hidden"
      >
        {pages.map((page, at) => (
          <li
            key={page.id}
            data-page-id={page.id}
            className="flex min-w-0 flex-col rounded-control border border-line bg-surface p-2"
          >
            <img
              src={page.previewUrl}
              alt={`Page ${at + 1}`}
              className="aspect-[3/4] w-full rounded-badge bg-sunken object-contain"
            />
            <div className="mt-1 flex items-center justify-between">
              <IconButton
                label={`Move page ${at + 1} earlier`}
                data-earlier
                disabled={at === 0}
                onClick={() => move(page, at, -1)}
              >
                <ArrowLeft />
              </IconButton>
              <span aria-hidden="true" className="text-ink-soft tabular-nums">
                {at + 1}
              </span>
              <IconButton
                label={`Move page ${at + 1} later`}
                data-later
                disabled={at === pages.length - 1}
                onClick={() => move(page, at, 1)}
              >
                <ArrowRight />
              </IconButton>
              <IconButton label={`Remove page ${at + 1}`} onClick={() => onRemove(page.id)}>
                <X />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The photos of an unfinished scan. */
function useScannedPages(name: string) {
  const [error, setError] = useState<string>();
  const { photos, latest, change, add: addPhotos, clear: drop } = useSavedPhotos(name, (files) => add(files));
  function add(files: readonly File[]) {
    const accepted = files.filter(({ type }) => scanTypes.includes(type));
    const room = scanPagesMax - latest.current.length;
    setError(
      accepted.length < files.length
        ? "Only JPG and PNG photos can be used as pages."
        : accepted.length > room
          ? `A scan can have up to ${scanPagesMax} pages.`
          : undefined,
    );
    addPhotos(accepted.slice(0, room));
  }
  return {
    pages: photos,
    error,
    add,
    move: (from: number, to: number) => {
      const next = [...latest.current];
      next.splice(to, 0, ...next.splice(from, 1));
      change(next);
    },
    remove: (id: number) => change(latest.current.filter((page) => page.id !== id)),
    drop,
  };
}
