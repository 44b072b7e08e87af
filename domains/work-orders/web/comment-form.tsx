import { type FormEvent, type KeyboardEvent, useId } from "react";
import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Textarea } from "#web/ui/input.tsx";
import { comment } from "../contract.ts";
import { useComment } from "./api.ts";

const lettersMax = 4000;
const audiences = [
  { isInternal: false, label: "Shared", hint: "The tenant reads this." },
  { isInternal: true, label: "Internal", hint: "Only staff read this." },
] as const;

/** One conversation for everybody. Staff choose who can read each comment; colour and text show the choice. */
export function CommentForm({ id, mayBeInternal }: { id: number; mayBeInternal: boolean }) {
  const form = useContractForm(comment.body, { text: "", internal: false });
  const [text, isInternal] = useWatch({ control: form.control, name: ["text", "internal"] });
  const draft = useDraft(form, `comment:${id}`);
  const { mutate, isPending } = useComment(id, (sent) => {
    // Text typed while the comment is being sent stays.
    if (form.getValues("text").trim() !== sent) return;
    form.resetField("text");
    draft.drop();
  });
  const name = useId();
  const audience = audiences.find((one) => one.isInternal === isInternal) ?? audiences[0];

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
      className={classes(
        "mb-5 rounded-card border p-2.5 transition-colors duration-150",
        isInternal ? "border-amber-dot bg-amber-soft" : "border-line",
      )}
    >
      <Textarea
        rows={2}
        aria-label="Comment"
        placeholder={isInternal ? "A note for staff" : "Write a comment"}
        maxLength={lettersMax}
        className="min-h-16"
        {...form.register("text")}
        onKeyDown={onKeyDown}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {mayBeInternal && (
          <fieldset className="flex items-center gap-1">
            <legend className="sr-only">Who reads this comment</legend>
            {audiences.map((one) => (
              <label
                key={one.label}
                className={classes(
                  "relative flex min-h-(--control-sm) cursor-pointer items-center rounded-control px-2.5 font-medium text-sm",
                  "has-focus-visible:outline-2 has-focus-visible:outline-focus",
                  one.isInternal === isInternal
                    ? "bg-surface text-ink ring-1 ring-line-control/60 ring-inset"
                    : "text-ink-soft hover:bg-hover",
                )}
              >
                <input
                  type="radio"
                  name={name}
                  className="absolute inset-0 cursor-pointer opacity-0"
                  checked={one.isInternal === isInternal}
                  onChange={() => form.setValue("internal", one.isInternal)}
                />
                {one.label}
              </label>
            ))}
          </fieldset>
        )}
        {mayBeInternal && <span className="text-ink-soft text-sm">{audience.hint}</span>}
        <Button size="sm" type="submit" className="ml-auto" disabled={text.trim() === ""} isBusy={isPending}>
          {isInternal ? "Add internal note" : "Comment"}
        </Button>
      </div>
    </form>
  );
}
