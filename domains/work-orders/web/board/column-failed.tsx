import { Button } from "#web/ui/button.tsx";

interface ColumnFailedProps {
  onRetry: () => void;
  isRetrying: boolean;
}

/** In the place of the cards of a column. */
export const ColumnFailed = ({ onRetry, isRetrying }: ColumnFailedProps) => (
  <div role="alert" className="p-4 text-center text-ink-soft">
    <p>These work orders could not be loaded.</p>
    <Button className="mt-3" size="sm" onClick={onRetry} isBusy={isRetrying}>
      Try again
    </Button>
  </div>
);
