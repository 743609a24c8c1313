// A picture of the person: drawn anew and smaller, so that it goes where it is needed and nothing goes with it that a
// camera wrote beside it. It stands in a canvas of this page until it is given to the hands.

/** Pixels along the longer side. */
const longest = 640;
/** In bytes. */
const most = 96 * 1024;
/** What is tried, until it is small enough: how good it is, and how large. */
const tries = [[0.85, 1], [0.7, 1], [0.5, 1], [0.6, 0.75], [0.5, 0.5]];

/**
 * Draws it where nobody sees it yet: by the time that it is done, another may have been chosen.
 * @param {File} file
 * @returns {Promise<Drawn|undefined>} nothing where this browser can make no picture of the file
 * @typedef {{text: string, canvas: HTMLCanvasElement}} Drawn as JPEG, in base64, and what it looks like
 */
export async function drawn(file) {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const canvas = document.createElement("canvas");
  try {
    for (const [quality, part] of tries) {
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height)) * part;
      [canvas.width, canvas.height] = [picture.width, picture.height].map(
        (side) => Math.max(1, Math.round(side * scale)));
      const brush = canvas.getContext("2d");
      if (!brush) return undefined;
      brush.fillStyle = "#fff";  // a JPEG has no holes that one sees through
      brush.fillRect(0, 0, canvas.width, canvas.height);
      brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const made = await new Promise(
        (/** @type {(made: Blob|null) => void} */ done) => canvas.toBlob(done, "image/jpeg", quality));
      if (made && made.size <= most) return { text: base64(new Uint8Array(await made.arrayBuffer())), canvas };
    }
    empty(canvas);
    return undefined;
  } finally {
    picture.close();
  }
}

/**
 * Moves what was drawn into a canvas of the page.
 * @param {Drawn} made @param {HTMLCanvasElement} canvas
 */
export function show(made, canvas) {
  [canvas.width, canvas.height] = [made.canvas.width, made.canvas.height];
  canvas.getContext("2d")?.drawImage(made.canvas, 0, 0);
  empty(made.canvas);
}

/** @param {HTMLCanvasElement} canvas */
export function empty(canvas) { [canvas.width, canvas.height] = [0, 0]; }

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
