import { text } from '@candor/texts/console';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { api } from '../api/console-api.ts';
import { listInput } from '../api/data-provider.ts';
import { callsOf, type ResourceName } from '../api/resources.ts';
import { saveFile } from '../api/save-file.ts';

/** Button that downloads the whole list with its current filters as the server's CSV. */
export function CsvButton({ resource }: { readonly resource: ResourceName }) {
  const { sort, filterValues, filter } = useListContext();
  const [isBusy, setIsBusy] = useState(false);
  const notify = useNotify();
  const save = async () => {
    setIsBusy(true);
    const calls = callsOf(resource);
    try {
      const wanted = { sort, filter: { ...filterValues, ...filter } };
      saveFile(await api.csv(calls.list, listInput(calls, wanted)), `${resource}.csv`);
    } catch (error) {
      notify(`${text.list.csvFailed}: ${(error as Error).message}`, { type: 'error' });
    }
    setIsBusy(false);
  };
  return (
    <Button variant="outlined" startIcon={<FileDownloadOutlined />} disabled={isBusy} onClick={() => void save()}>
      {text.list.csv}
    </Button>
  );
}
