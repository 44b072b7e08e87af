import { toast } from "#web/ui/feedback/toast.tsx";

/** The duration of the toast (PAY-100, CON-16). */
const durationMs = 2_000;

const defaultMessage = { title: "Copied!", description: "Copied to clipboard." };

/** Copies `text` and shows a toast. If the browser blocks copying, the toast says what to do instead. */
export async function copyToClipboard(
  text: string,
  message: { title: string; description: string } = defaultMessage,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ ...message, durationMs });
  } catch {
    toast({
      title: "Couldn't Copy",
      description: "Your browser blocked copying. Select the text and copy it manually.",
      variant: "destructive",
    });
  }
}
