import { finished, type Readable } from "node:stream";

/** Slower than a bad mobile connection. A sender below this rate takes a place that others need. */
const seconds = 20;
const bytesMin = 40 * 1024;

/**
 * Destroys `sender`, the body of an upload, once it sends too little. The server limits the total time of a
 * request (`requestTimeout`). Between `pause` and `resume` nothing is read, for example while a file waits in
 * a queue or for the disk, so the sender isn't slow then.
 */
export function disconnectSlowSender(sender: Readable): { pause: () => void; resume: () => void } {
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
    pause: () => {
      isWaiting = true;
    },
    resume: () => {
      isWaiting = false;
      rounds.refresh();
      received = 0;
    },
  };
}
