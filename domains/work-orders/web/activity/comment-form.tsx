import type { FormEvent, KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { Camera, ChevronDown, Eye, EyeOff, Paperclip, Send } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Menu, MenuRadioItem } from "#web/ui/overlays/menu.tsx";
import { comment, type WorkOrder } from "../../contract.ts";
import { photoInputId } from "../photos/add-photos.tsx";
import { useAddComment } from "./mutations.ts";

const maxCommentLength = 4000;
const audiences = [
  { isInternal: false, label: "Shared with the tenant", Icon: Eye },
  { isInternal: true, label: "Internal: staff only", Icon: EyeOff },
] as const;

interface CommentFormProps {
  order: { id: number; can: Pick<WorkOrder["can"], "addPhotos" | "commentInternally"> };
  onSent: () => void;
  className?: string;
}

/**
 * All participants share one conversation. Staff select who can read each comment, and the form's text and
 * color show the choice. The form stays below the conversation while it scrolls.
 */
export function CommentForm({ order, onSent, className }: CommentFormProps) {
  const { id, can } = order;
  const form = useContractForm(comment.body, { text: "", internal: false });
  const [text, isInternal] = useWatch({ control: form.control, name: ["text", "internal"] });
  const draft = useDraft(form, `comment:${id}`);
  const { mutate, isPending } = useAddComment(id, (sentText) => {
    onSent();
    // Keeps text typed while the comment was being sent.
    if (form.getValues("text").trim() !== sentText) return;
    form.resetField("text");
    draft.clear();
    // Sending with the keyboard disables the focused button. On a touch screen, focus would open the
    // on-screen keyboard.
    if (!matchMedia("(pointer: coarse)").matches) form.setFocus("text");
  });

  const sendComment = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || isPending) return;
    mutate({ text: text.trim(), internal: isInternal });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) sendComment();
  };
  return (
    <form
      onSubmit={sendComment}
      data-sticky-bar=""
      className={classes(
        "z-2 flex min-h-16 flex-wrap items-end gap-1 border-line border-t bg-surface px-2 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]",
        "lg:min-h-13 lg:flex-nowrap lg:items-center lg:rounded-xl lg:border lg:border-line-control lg:py-1.5 lg:pr-2.5 lg:pl-1",
        isInternal && "bg-lamp-soft lg:border-lamp-line",
        className,
      )}
    >
      {can.addPhotos && (
        <IconButton
          label="Attach photos"
          className="size-11! lg:size-9!"
          onClick={() => document.getElementById(photoInputId)?.click()}
        >
          <Camera aria-hidden="true" className="lg:hidden" />
          <Paperclip aria-hidden="true" className="max-lg:hidden" />
        </IconButton>
      )}
      <textarea
        rows={1}
        aria-label="Comment"
        placeholder={isInternal ? "Add a note for staff" : "Write a comment"}
        maxLength={maxCommentLength}
        // Links to `#comment` focus the field.
        data-autofocus={location.hash === "#comment" ? true : undefined}
        className={classes(
          "field-sizing-content placeholder-shown:whitespace-nowrap max-h-[30dvh] min-h-11 min-w-0 flex-1 resize-none rounded-[22px] bg-sunken px-4 py-3 text-(length:--control-text) leading-5 outline-none ring-1 ring-line-2 ring-inset",
          "focus-visible:outline-2 focus-visible:outline-focus",
          "lg:min-h-9 lg:rounded-control lg:bg-transparent lg:px-2 lg:py-2 lg:ring-0",
        )}
        {...form.register("text")}
        onKeyDown={onKeyDown}
      />
      {can.commentInternally && (
        <AudienceMenu isInternal={isInternal} onSelect={(value) => form.setValue("internal", value)} />
      )}
      <Button
        type="submit"
        size="sm"
        className="shrink-0 max-lg:size-11 max-lg:bg-transparent! max-lg:p-0 max-lg:text-accent-text max-lg:shadow-none! max-lg:ring-0!"
        disabled={text.trim() === ""}
        isBusy={isPending}
      >
        <Send aria-hidden="true" className="size-5! lg:hidden" />
        <span className="max-lg:sr-only">{isInternal ? "Add note" : "Comment"}</span>
      </Button>
    </form>
  );
}

interface AudienceMenuProps {
  isInternal: boolean;
  onSelect: (isInternal: boolean) => void;
}

function AudienceMenu({ isInternal, onSelect }: AudienceMenuProps) {
  const { label, Icon } = audiences[isInternal ? 1 : 0];
  return (
    <Menu
      label="Who can see this comment"
      trigger={(props) => (
        <Button
          {...props}
          size="sm"
          variant="ghost"
          className={classes(
            "shrink-0 max-lg:order-first max-lg:-mt-1.5 max-lg:min-h-11 max-lg:basis-full max-lg:justify-start",
            isInternal && "text-lamp-text",
          )}
          icon={<Icon aria-hidden="true" />}
        >
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
    >
      {audiences.map((audience) => (
        <MenuRadioItem
          key={audience.label}
          icon={<audience.Icon aria-hidden="true" />}
          isSelected={audience.isInternal === isInternal}
          onSelect={() => onSelect(audience.isInternal)}
        >
          {audience.label}
        </MenuRadioItem>
      ))}
    </Menu>
  );
}
