import { toast } from "#web/ui/toast.tsx";

/** PAY-100, CON-16. */
const shownMs = 2_000;

const done = { title: "Copied!", description: "Copied to clipboard." };

/** Copies `text` and shows a toast; where the browser does not allow it, the toast says what to do. */
export async function copy(
  text: string,
  message: { title: string; description: string } = done,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ ...message, durationMs: shownMs });
  } catch {
    toast({
      title: "Nothing Was Copied",
      description: "The browser does not allow it here. Please select the text and copy it yourself.",
      variant: "destructive",
    });
  }
}
