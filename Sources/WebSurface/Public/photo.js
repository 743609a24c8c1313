// A picture of the person: drawn anew and smaller, so that it goes where it is needed and nothing goes with it that a camera wrote beside it. It
// stands in a canvas of this page until it is given to the hands.

/** Pixels along the longer side. */
const longest = 640;
/** In bytes. */
const most = 96 * 1024;
/** What is tried, until it is small enough: how good it is, and how large. */
const tries = [[0.85, 1], [0.7, 1], [0.5, 1], [0.6, 0.75], [0.5, 0.5]];

/**
 * Draws it into the canvas.
 * @param {File} file @param {HTMLCanvasElement} canvas
 * @returns {Promise<string|undefined>} as JPEG, in base64; nothing where this browser can make no picture of the file
 */
export async function drawn(file, canvas) {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    for (const [quality, part] of tries) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height)) * part;
      [canvas.width, canvas.height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
      const brush = canvas.getContext("2d");
      if (!brush) return undefined;
      brush.fillStyle = "#fff";  // a JPEG has no holes that one sees through
      brush.fillRect(0, 0, canvas.width, canvas.height);
      brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const made = await new Promise((/** @type {(made: Blob|null) => void} */ done) => canvas.toBlob(done, "image/jpeg", quality));
      if (made && made.size <= most) return base64(new Uint8Array(await made.arrayBuffer()));
    }
    return undefined;
  } finally {
    picture.close();
  }
}

/** @param {HTMLCanvasElement} canvas */
export function empty(canvas) { [canvas.width, canvas.height] = [0, 0]; }

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
