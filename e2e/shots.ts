import { fileURLToPath } from 'node:url';
import { shootAll, shootDocuments } from './pictures.ts';
import { startProduct } from './product.ts';
import { screens } from './screens/screens.ts';

const DOCUMENTS = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

/** `npm run cli -- shots [FOLDER [NAME …]]`: the pictures of the documents, or of every variant when a folder is given. */
async function takePictures([folder, ...names]: string[]) {
  const unknown = names.filter((name) => !screens.some((screen) => screen.name === name));
  if (unknown.length > 0) {
    console.error(`No screen is named ${unknown.join(', ')}: ${screens.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const product = await startProduct();
  try {
    const chosen = screens.filter(({ name }) => names.length === 0 || names.includes(name));
    await (folder ? shootAll(product, folder, chosen) : shootDocuments(product, DOCUMENTS));
  } finally {
    await product.stop();
  }
  return 0;
}

process.exitCode = await takePictures(process.argv.slice(2));
