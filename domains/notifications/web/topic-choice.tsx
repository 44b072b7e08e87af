import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import {
  choosePreference,
  type Preferences,
  readPreferences,
} from "#domains/notifications/preferences-contract.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { Check } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";

type Topic = Preferences["topics"][number];
type Channel = "inPortal" | "byMail" | "byPush";
type Choice = { channel: Channel; isOn: boolean };

/** The channels of a topic, in the order of their columns. */
export const channelLabels = {
  inPortal: "In the portal",
  byMail: "By email",
  byPush: "Push",
} as const satisfies Record<Channel, string>;
const channels = Object.keys(channelLabels) as Channel[];

const query = endpointQuery(readPreferences, {});

/** A topic with a switch for each channel. A switch changes at once, and back if it could not be saved. */
export function TopicChoice({ topic: { topic, label, about, ...isOn } }: { topic: Topic }) {
  const id = useId();
  const canWrite = useIsServerReachable();
  const { choose, isSaved } = useChoose(topic);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a grid
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
      className="grid grid-cols-2 gap-x-4 gap-y-1 px-4 py-3.5 sm:grid-cols-[1fr_6rem_5rem_4rem] sm:items-center sm:px-5"
    >
      <div className="max-sm:col-span-2">
        <p className="flex flex-wrap items-center gap-x-3">
          <span id={`${id}-label`} className="font-medium">
            {label}
          </span>
          <span role="status" className="inline-flex items-center gap-1 text-green-text text-sm">
            {isSaved && (
              <>
                <Check aria-hidden="true" className="size-3.5" />
                Saved
              </>
            )}
          </span>
        </p>
        <p id={`${id}-about`} className="text-ink-soft text-sm">
          {about}
        </p>
      </div>
      {channels.map((channel) => (
        <Switch
          key={channel}
          label={channelLabels[channel]}
          checked={isOn[channel]}
          disabled={!canWrite}
          onChange={(event) => choose({ channel, isOn: event.target.checked })}
        />
      ))}
    </div>
  );
}

function useChoose(topic: Topic["topic"]) {
  const queryClient = useQueryClient();
  const show = ({ channel, isOn }: Choice) =>
    queryClient.setQueryData(query.queryKey, (shown) =>
      shown === undefined
        ? undefined
        : {
            ...shown,
            topics: shown.topics.map((one) => (one.topic === topic ? { ...one, [channel]: isOn } : one)),
          },
    );
  const save = useMutation({
    // One at a time, so that the last choice wins.
    scope: { id: "notification-preferences" },
    mutationFn: ({ channel, isOn }: Choice) => call(choosePreference, { body: { topic, [channel]: isOn } }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      show(choice);
    },
    onError: (error, choice) => {
      show({ ...choice, isOn: !choice.isOn });
      toast({
        title: "Not Saved",
        description: userMessageOf(error),
        variant: "destructive",
      });
    },
  });
  return { choose: save.mutate, isSaved: save.isSuccess };
}
