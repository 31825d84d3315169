import { Gallery } from './gallery.ts';

const port = Number(process.env['GALLERY_PORT'] || 8090);

/** `npm run gallery`: serves the scenes of the visual tests until Ctrl-C; GALLERY_PORT chooses the port. */
async function serve(): Promise<void> {
  const gallery = await Gallery.start(port);
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
  console.error(isTaken ? `Port ${port} is taken: choose another one with GALLERY_PORT.` : error);
  process.exit(1);
});
