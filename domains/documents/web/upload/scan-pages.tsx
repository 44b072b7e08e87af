import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ArrowLeft, ArrowRight, Camera, Plus, X } from "#web/icons.ts";
import { localToday } from "#web/local-today.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type SavedPhoto, useSavedPhotos } from "#web/use-saved-photos.ts";
import { isScanPhoto, maxScanPages, photosToPdf, scanTypes } from "./photos-to-pdf.ts";

const accept = scanTypes.join(",");

interface ScanPagesProps {
  /** The purpose of the pages. An unfinished scan is saved under this name. */
  name: string;
  isDisabled: boolean;
  /** Photos selected as documents. They open the dialog as its pages (DOC-29). */
  photos: readonly File[];
  onPhotosAdded: () => void;
  onScanned: (pdf: File) => void;
}

/** The button next to a field for a document's file. Photos become the pages of one PDF. */
export function ScanPages({ name, isDisabled, photos, onPhotosAdded, onScanned }: ScanPagesProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (photos.length > 0 && !isOpen && !isDisabled) setIsOpen(true);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon={<Camera aria-hidden="true" />} disabled={isDisabled} onClick={() => setIsOpen(true)}>
        Scan pages
      </Button>
      {isOpen && (
        <ScanDialog
          name={name}
          photos={photos}
          onPhotosAdded={onPhotosAdded}
          onClose={close}
          onScanned={(pdf) => {
            close();
            onScanned(pdf);
          }}
        />
      )}
    </>
  );
}

interface ScanDialogProps {
  name: string;
  photos: readonly File[];
  onPhotosAdded: () => void;
  onClose: () => void;
  onScanned: (pdf: File) => void;
}

function ScanDialog({ name, photos, onPhotosAdded, onClose, onScanned }: ScanDialogProps) {
  const { pages, error, addPages, movePage, removePage, clearPages } = useScannedPages(name);
  const addSelectedPhotos = useEffectEvent(() => {
    if (photos.length === 0) return;
    addPages(photos);
    onPhotosAdded();
  });
  useEffect(() => addSelectedPhotos(), [photos]);
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
      clearPages();
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
        <FileButton label="Take photo" icon={<Camera />} accept={accept} isCamera onFiles={addPages} />
        <FileButton label="Choose photos" icon={<Plus />} accept={accept} onFiles={addPages} />
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
      <PageOrder pages={pages} onMove={movePage} onRemove={removePage} />
    </FormDialog>
  );
}

interface PageOrderProps {
  pages: readonly SavedPhoto[];
  onMove: (fromIndex: number, toIndex: number) => void;
  onRemove: (id: number) => void;
}

function PageOrder({ pages, onMove, onRemove }: PageOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState("");
  /** Moves a page and keeps focus on its button. */
  const movePage = (page: SavedPhoto, fromIndex: number, step: -1 | 1) => {
    onMove(fromIndex, fromIndex + step);
    setAnnouncement(`Page ${fromIndex + 1} is now page ${fromIndex + 1 + step}.`);
    // At either end, the pressed button is disabled, so focus moves to the other one.
    const isAtEnd = fromIndex + step === (step === 1 ? pages.length - 1 : 0);
    const button = (step === 1) === isAtEnd ? "earlier" : "later";
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
        {pages.map((page, index) => (
          <li
            key={page.id}
            data-page-id={page.id}
            className="flex min-w-0 flex-col rounded-control border border-line bg-surface p-2"
          >
            <img
              src={page.previewUrl}
              alt={`Page ${index + 1}`}
              className="aspect-[3/4] w-full rounded-badge bg-sunken object-contain"
            />
            <div className="mt-1 flex items-center justify-between">
              <IconButton
                label={`Move page ${index + 1} earlier`}
                data-earlier
                disabled={index === 0}
                onClick={() => movePage(page, index, -1)}
              >
                <ArrowLeft />
              </IconButton>
              <span aria-hidden="true" className="text-ink-soft tabular-nums">
                {index + 1}
              </span>
              <IconButton
                label={`Move page ${index + 1} later`}
                data-later
                disabled={index === pages.length - 1}
                onClick={() => movePage(page, index, 1)}
              >
                <ArrowRight />
              </IconButton>
              <IconButton label={`Remove page ${index + 1}`} onClick={() => onRemove(page.id)}>
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
  const {
    photos,
    latest,
    change,
    add: addPhotos,
    clearSavedFiles: clearPages,
  } = useSavedPhotos(name, (files) => addPages(files));
  function addPages(files: readonly File[]) {
    const acceptedFiles = files.filter(isScanPhoto);
    const freePageCount = maxScanPages - latest.current.length;
    setError(
      acceptedFiles.length < files.length
        ? "Only JPG and PNG photos can be used as pages."
        : acceptedFiles.length > freePageCount
          ? `A scan can have up to ${maxScanPages} pages.`
          : undefined,
    );
    addPhotos(acceptedFiles.slice(0, freePageCount));
  }
  return {
    pages: photos,
    error,
    addPages,
    movePage: (fromIndex: number, toIndex: number) => {
      const reorderedPages = [...latest.current];
      reorderedPages.splice(toIndex, 0, ...reorderedPages.splice(fromIndex, 1));
      change(reorderedPages);
    },
    removePage: (id: number) => change(latest.current.filter((page) => page.id !== id)),
    clearPages,
  };
}
