// Takes single files out of the archive of a game's notations. Without it, a
// link saves the archive.
(() => {
/** Reads one file of an archive. @param {ArrayBuffer} zip @param {string} name */
async function inside(zip, name) {
  const view = new DataView(zip), text = (at, size) => new TextDecoder().decode(new Uint8Array(zip, at, size));
  const end = zip.byteLength - 22; // the archives have no comment
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const size = view.getUint32(at + 20, true), length = view.getUint16(at + 28, true), local = view.getUint32(at + 42, true);
    if (text(at + 46, length) === name) {
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      return new Response(new Blob([new Uint8Array(zip, start, size)]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).blob();
    }
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  throw new Error(name);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-file]");
  if (!link || location.protocol === "file:") return;
  event.preventDefault();
  const save = document.createElement("a");
  try {
    const file = await inside(await (await fetch(link.href)).arrayBuffer(), link.dataset.file);
    save.href = URL.createObjectURL(file);
    save.download = link.dataset.file;
  } catch {
    save.href = link.href;
    save.download = "";
  }
  save.click();
});
})();
