import type { FormEvent, KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Textarea } from "#web/ui/input.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { comment } from "../contract.ts";
import { useComment } from "./api.ts";

const lettersMax = 4000;
const audiences = [
  { value: "shared", label: "Shared", hint: "The tenant reads this." },
  { value: "internal", label: "Internal", hint: "Only staff read this." },
] as const;

interface CommentFormProps {
  id: number;
  mayBeInternal: boolean;
  onSent: () => void;
}

/**
 * One conversation for everybody. Staff choose who can read each comment; colour and text show the choice. It stays at the
 * lower edge of the dialog, over its padding, while the conversation scrolls.
 */
export function CommentForm({ id, mayBeInternal, onSent }: CommentFormProps) {
  const form = useContractForm(comment.body, { text: "", internal: false });
  const [text, isInternal] = useWatch({ control: form.control, name: ["text", "internal"] });
  const draft = useDraft(form, `comment:${id}`);
  const { mutate, isPending } = useComment(id, (sent) => {
    onSent();
    // Text typed while the comment is being sent stays.
    if (form.getValues("text").trim() !== sent) return;
    form.resetField("text");
    draft.drop();
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
      className="sticky -bottom-4 z-2 -mx-1 -mb-4 mt-auto bg-raised px-1 pt-2 pb-4 sm:-bottom-5 sm:-mb-5 sm:pb-5"
    >
      <div
        className={classes(
          "space-y-2 rounded-card border p-2 transition-colors duration-150",
          isInternal ? "border-amber-dot bg-amber-soft" : "border-line",
        )}
      >
        {mayBeInternal && (
          <div className="flex flex-wrap items-center gap-x-3">
            <Segments
              legend="Who reads this comment"
              options={audiences}
              chosen={audience.value}
              onChoose={(value) => form.setValue("internal", value === "internal")}
            />
            <span className="text-ink-soft text-sm">{audience.hint}</span>
          </div>
        )}
        <div className="flex items-end gap-2">
          <Textarea
            rows={1}
            aria-label="Comment"
            placeholder={isInternal ? "A note for staff" : "Write a comment"}
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
