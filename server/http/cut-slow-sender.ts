import { finished, type Readable } from "node:stream";

/** Slower than a bad mobile connection: whoever sends less in these seconds holds a place that others need. */
const seconds = 20;
const bytesMin = 40 * 1024;

/**
 * Destroys `sender`, the body of an upload, once it sends too little. The whole time of a request is limited by the server
 * (`requestTimeout`). Between `letWait` and `goOn` nothing is read, as when a file waits for its turn or for the disk: a
 * pause is then not the sender's fault.
 */
export function cutSlowSender(sender: Readable): { letWait: () => void; goOn: () => void } {
  let received = 0;
  let isWaiting = false;
  const rounds = setInterval(() => {
    if (received < bytesMin && !isWaiting && !sender.isPaused()) sender.destroy();
    received = 0;
  }, seconds * 1000).unref();
  sender.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  finished(sender, () => clearInterval(rounds));
  return {
    letWait: () => {
      isWaiting = true;
    },
    goOn: () => {
      isWaiting = false;
      rounds.refresh();
      received = 0;
    },
  };
}
