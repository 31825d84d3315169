import { Gallery, parseGalleryPort } from './gallery.ts';

const wanted = process.env['GALLERY_PORT'] ?? '';

/** `npm run gallery`: serves the scenes of the visual tests until Ctrl-C; GALLERY_PORT chooses the port. */
async function serve(): Promise<void> {
  const gallery = await Gallery.start(parseGalleryPort(wanted));
  console.log(`Gallery of every screen: ${gallery.url}\nCtrl-C ends it.`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      gallery.close();
      process.exit(0);
    });
  }
}

serve().catch((error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  console.error(isTaken ? `${error.message}: choose another port with GALLERY_PORT.` : error.message);
  process.exit(1);
});
