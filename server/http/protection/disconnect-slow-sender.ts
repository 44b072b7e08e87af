import { finished, type Readable } from "node:stream";

/** A rate below that of a bad mobile connection. A slower sender takes up a slot that others need. */
const intervalSeconds = 20;
const minBytes = 40 * 1024;

/**
 * Destroys `sender`, the body of an upload, once it sends too little. The total time of a request is limited
 * elsewhere (`requestTimeout`). Between `pause` and `resume` nothing is read, for example while a file waits
 * for the disk, so the sender doesn't count as slow.
 */
export function disconnectSlowSender(sender: Readable): { pause: () => void; resume: () => void } {
  let receivedBytes = 0;
  let isWaiting = false;
  const checkTimer = setInterval(() => {
    if (receivedBytes < minBytes && !isWaiting && !sender.isPaused()) sender.destroy();
    receivedBytes = 0;
  }, intervalSeconds * 1000).unref();
  sender.on("data", (chunk: Buffer) => {
    receivedBytes += chunk.length;
  });
  finished(sender, () => clearInterval(checkTimer));
  return {
    pause: () => {
      isWaiting = true;
    },
    resume: () => {
      isWaiting = false;
      checkTimer.refresh();
      receivedBytes = 0;
    },
  };
}
