// A picture of the person, redrawn at a smaller size, so that it goes where it is needed without anything that a camera
// stored with it. It is kept in a canvas of this page until it is given to the hands.

/** Pixels along the longer side. */
const longest = 640;
/** The largest size, in bytes. */
const most = 96 * 1024;
/** The quality and scale of each attempt, until the picture is small enough. */
const tries = [[0.85, 1], [0.7, 1], [0.5, 1], [0.6, 0.75], [0.5, 0.5]];

/**
 * Draws it where nobody sees it yet: by the time it is done, another may have been chosen.
 * @param {File} file
 * @returns {Promise<Drawn|undefined>} `undefined` if this browser cannot make a picture of the file
 * @typedef {{text: string, canvas: HTMLCanvasElement}} Drawn the JPEG in base64, and what it looks like
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
      brush.fillStyle = "#fff";  // a JPEG has no transparency
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
