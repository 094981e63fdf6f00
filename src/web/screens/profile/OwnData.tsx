import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { OWN_DATA_PATH } from '#contract/own-data.ts'
import { fetchFile } from '#web/api/client.ts'
import { firstMessage, hasCode } from '#web/api/fault.ts'
import { PATHS } from '#web/paths.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { BlockData } from './BlockData.tsx'
import classes from './Profile.module.css'
import { Row, Section } from './Section.tsx'

const LONGEST_DOWNLOAD_MS = 15 * 60_000

/** Everything, in one archive that comes as it is made. */
function Download() {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => fetchFile(OWN_DATA_PATH, {}, LONGEST_DOWNLOAD_MS),
    onSuccess: (file) => {
      keepFile(file, t('profile.data.file'))
      toastSuccess(t('profile.data.downloaded'))
    },
    onError: (fault) => {
      if (!hasCode(fault, 'password_required')) {
        toastError(firstMessage(fault) ?? t('profile.data.downloadFailed'))
      }
    },
  })
  return (
    <Row
      name={t('profile.data.all')}
      state={t(download.isPending ? 'profile.data.preparing' : 'profile.data.allState')}
    >
      <Button
        variant="default"
        leftSection={<IconDownload size={17} />}
        aria-label={t('profile.data.downloadAll')}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('profile.data.download')}
      </Button>
    </Row>
  )
}

/** What is known of the user, and what was done with it. */
export function OwnData() {
  const { t } = useTranslation()
  return (
    <Section title={t('profile.data.title')}>
      <div className={classes.list}>
        <Row name={t('profile.data.use')} state={t('profile.data.useState')}>
          <LinkButton
            to={PATHS.credentialUse}
            variant="default"
            aria-label={`${t('profile.data.useOpen')}: ${t('profile.data.use')}`}
          >
            {t('profile.data.useOpen')}
          </LinkButton>
        </Row>
        <Download />
        <BlockData />
      </div>
    </Section>
  )
}
