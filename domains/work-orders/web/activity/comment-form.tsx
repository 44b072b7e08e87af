import type { FormEvent, KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Textarea } from "#web/ui/input.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { comment } from "../../contract.ts";
import { useAddComment } from "./mutations.ts";

const lettersMax = 4000;
const audiences = [
  { value: "shared", label: "Shared", hint: "Visible to the tenant." },
  { value: "internal", label: "Internal", hint: "Visible to staff only." },
] as const;

interface CommentFormProps {
  id: number;
  canBeInternal: boolean;
  onSent: () => void;
}

/**
 * All participants share one conversation. Staff select who can read each comment, and color and text show
 * the choice. The form stays at the bottom of the dialog, over its padding, while the conversation scrolls.
 */
export function CommentForm({ id, canBeInternal, onSent }: CommentFormProps) {
  const form = useContractForm(comment.body, { text: "", internal: false });
  const [text, isInternal] = useWatch({ control: form.control, name: ["text", "internal"] });
  const draft = useDraft(form, `comment:${id}`);
  const { mutate, isPending } = useAddComment(id, (sentText) => {
    onSent();
    // Keeps text typed while the comment was being sent.
    if (form.getValues("text").trim() !== sentText) return;
    form.resetField("text");
    draft.clear();
  });
  const audience = audiences[isInternal ? 1 : 0];

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || isPending) return;
    mutate({ text: text.trim(), internal: isInternal });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
  };
  return (
    <form
      onSubmit={send}
      className="sticky -bottom-6 z-2 -mx-1 -mb-6 mt-auto bg-surface px-1 pt-2 pb-6 handheld:static"
    >
      <div
        className={classes(
          "space-y-2 rounded-card border p-2 transition-colors",
          isInternal ? "border-amber-dot bg-amber-soft" : "border-line",
        )}
      >
        {canBeInternal && (
          <div className="flex flex-wrap items-center gap-x-3">
            <Segments
              legend="Who can see this comment"
              options={audiences}
              selected={audience.value}
              onSelect={(value) => form.setValue("internal", value === "internal")}
            />
            <span className="text-ink-soft text-sm">{audience.hint}</span>
          </div>
        )}
        <div className="flex items-end gap-2">
          <Textarea
            rows={1}
            aria-label="Comment"
            placeholder={isInternal ? "Add a note for staff" : "Write a comment"}
            maxLength={lettersMax}
            className="min-h-(--control)! max-h-[30dvh] pointer-coarse:py-2"
            {...form.register("text")}
            onKeyDown={onKeyDown}
          />
          <Button type="submit" className="shrink-0" disabled={text.trim() === ""} isBusy={isPending}>
            {isInternal ? "Add note" : "Comment"}
          </Button>
        </div>
      </div>
    </form>
  );
}
