import { useRef, useState } from "react";
import { ArrowLeft, ArrowRight, Camera, Plus, X } from "#web/icons.ts";
import { type KeptPhoto, useKeptPhotos } from "#web/kept-photos.ts";
import { todayHere } from "#web/today-here.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { pdfOfPhotos, scanPagesMax, scanTypes } from "./pdf-of-photos.ts";

const accept = scanTypes.join(",");

interface ScanPagesProps {
  /** Of what the pages are for; an unfinished scan is kept under it. */
  name: string;
  isDisabled: boolean;
  onScanned: (pdf: File) => void;
}

/** The button beside a field for a document's file: photos become the pages of one PDF. */
export function ScanPages({ name, isDisabled, onScanned }: ScanPagesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon={<Camera aria-hidden="true" />} disabled={isDisabled} onClick={() => setIsOpen(true)}>
        Scan pages
      </Button>
      {isOpen && (
        // The form around it would be sent as well.
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
  const { pages, refusal, add, move, remove, drop } = usePages(name);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const makePdf = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const pdf = await pdfOfPhotos(
        pages.map(({ file }) => file),
        `Scan ${todayHere()}.pdf`,
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
      title="Scan pages"
      description="Photograph each page. They become one PDF, in this order."
      submitLabel="Make PDF"
      busyLabel="Making the PDF..."
      isBusy={isBusy}
      isDisabled={pages.length === 0}
      onSubmit={() => void makePdf()}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-2">
        <FileButton label="Take photo" icon={<Camera />} accept={accept} isCamera onFiles={add} />
        <FileButton label="Choose photos" icon={<Plus />} accept={accept} onFiles={add} />
      </div>
      {refusal !== undefined && (
        <p role="alert" className="text-red-text text-sm">
          {refusal}
        </p>
      )}
      {hasFailed && (
        <p role="alert" className="text-red-text text-sm">
          The PDF could not be made. Please remove the last page, or photos that do not open, and try again.
        </p>
      )}
      <PageOrder pages={pages} onMove={move} onRemove={remove} />
    </FormDialog>
  );
}

interface PageOrderProps {
  pages: readonly KeptPhoto[];
  onMove: (from: number, to: number) => void;
  onRemove: (id: number) => void;
}

function PageOrder({ pages, onMove, onRemove }: PageOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  /** The page moves under the finger or the focus, which stays on it. */
  const move = (page: KeptPhoto, from: number, step: -1 | 1) => {
    onMove(from, from + step);
    setSaid(`Page ${from + 1} is now page ${from + 1 + step}.`);
    const isAtEnd = from + step === (step === 1 ? pages.length - 1 : 0);
    const button = isAtEnd ? (step === 1 ? "earlier" : "later") : step === 1 ? "later" : "earlier";
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-page-id="${page.id}"] [data-${button}]`)?.focus(),
    );
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
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
              className="aspect-[3/4] w-full rounded-[6px] bg-sunken object-contain"
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
function usePages(name: string) {
  const [refusal, setRefusal] = useState<string>();
  const { photos, latest, change, add: keep, drop } = useKeptPhotos(name, (files) => add(files));
  function add(files: readonly File[]) {
    const fitting = files.filter(({ type }) => scanTypes.includes(type));
    const room = scanPagesMax - latest.current.length;
    setRefusal(
      fitting.length < files.length
        ? "Only JPG and PNG photos can become pages."
        : fitting.length > room
          ? `A scan has at most ${scanPagesMax} pages.`
          : undefined,
    );
    keep(fitting.slice(0, room));
  }
  return {
    pages: photos,
    refusal,
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
