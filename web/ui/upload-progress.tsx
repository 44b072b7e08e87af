/** How much of `what`, such as `photos` or `the file`, has been sent; after that, that the server is still processing it. */
export function UploadProgress({ what, share }: { what: string; share: number }) {
  const percent = Math.floor(share * 100);
  const words =
    percent < 100
      ? `Sending ${what}: ${percent}%`
      : `${what === "photos" ? "Photos" : what === "files" ? "Files" : "File"} sent, finishing…`;
  return (
    <div className="mr-auto min-w-44 max-sm:basis-full">
      <p className="text-ink-soft text-sm tabular-nums" aria-hidden="true">
        {words}
      </p>
      <progress
        aria-label={`Sending ${what}`}
        max={100}
        value={percent}
        className="mt-1 block h-1.5 w-full overflow-hidden rounded-full bg-gray-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-gray-soft [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
