const finishingTexts: Readonly<Record<string, string>> = {
  photos: "Photos uploaded, finishing...",
  files: "Files uploaded, finishing...",
};

/**
 * The progress of an upload, and then a note that the server is still processing it. `noun` names the upload,
 * such as `photos` or `the file`. `fraction` is from 0 to 1.
 */
export function UploadProgress({ noun, fraction }: { noun: string; fraction: number }) {
  const percent = Math.floor(fraction * 100);
  const progressText =
    percent < 100
      ? `Uploading ${noun}: ${percent}%`
      : (finishingTexts[noun] ?? "File uploaded, finishing...");
  return (
    <div className="mr-auto min-w-44 max-sm:basis-full">
      <p className="text-ink-soft text-sm tabular-nums" aria-hidden="true">
        {progressText}
      </p>
      <progress
        aria-label={`Uploading ${noun}`}
        max={100}
        value={percent}
        className="mt-1 block h-1.5 w-full overflow-hidden rounded-full bg-gray-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-gray-soft [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
