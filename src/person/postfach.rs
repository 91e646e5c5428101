//! A person's mailbox. Bounded, and holds nothing while it is empty: thousands just stand there. The owner's evening
//! may be ended through it too, so that his task waits for one thing and not for many.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::task::coop::poll_proceed;

use super::Post;
use crate::archive::now_s;
use crate::limits::MAILBOX_POSTS_MAX;
use crate::metrics::METRICS;

/// Why the evening of a mailbox's owner ends. What is further down is more important.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ruf {
    /// Something did not fit any more: the owner reads too slowly.
    Voll,
    /// A newer login of the same person has taken over.
    Abgeloest,
    HausSchliesst,
}

/// Empty places that a mailbox keeps; more than that goes back, because a burst is seldom.
const KEPT_PLACES: usize = 8;

/// What sender and owner share.
struct Kasten {
    inhalt: Mutex<Inhalt>,
    /// The owner's client listens to GMCP. A hint for senders, which saves them making what nobody reads.
    gmcp: AtomicBool,
    /// The owner may not speak until then, in seconds since 1970.
    stumm_bis: AtomicI64,
    /// When the owner typed something last, in seconds since 1970.
    getippt: AtomicI64,
}

#[derive(Default)]
struct Inhalt {
    posts: VecDeque<Arc<Post>>,
    /// The owner, while he waits.
    waker: Option<Waker>,
    ruf: Option<Ruf>,
    /// The owner is gone.
    zu: bool,
}

impl Kasten {
    fn lock(&self) -> MutexGuard<'_, Inhalt> {
        self.inhalt.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end that others have. Cheap to clone.
#[derive(Clone)]
pub struct Postfach {
    kasten: Arc<Kasten>,
    /// Counts the logins of the house: of two mailboxes of one person the higher number is the newer.
    eintritt: u64,
}

impl fmt::Debug for Postfach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Postfach({})", self.eintritt)
    }
}

/// The owner's end. There is one.
pub struct Leerung(Arc<Kasten>);

impl Postfach {
    /// The mailbox and its owner's end.
    pub fn new() -> (Self, Leerung) {
        let kasten = Arc::new(Kasten {
            inhalt: Mutex::default(),
            gmcp: AtomicBool::new(false),
            stumm_bis: AtomicI64::new(0),
            getippt: AtomicI64::new(now_s()),
        });
        (Self { kasten: Arc::clone(&kasten), eintritt: 0 }, Leerung(kasten))
    }

    /// The owner's client listens to GMCP from now on.
    pub fn programm_hoert(&self) {
        self.kasten.gmcp.store(true, Ordering::Relaxed);
    }

    /// Does the owner's client listen to GMCP?
    pub fn hoert_programm(&self) -> bool {
        self.kasten.gmcp.load(Ordering::Relaxed)
    }

    /// The owner may not speak until then, in seconds since 1970; 0: he may.
    pub fn verstumme(&self, bis: i64) {
        self.kasten.stumm_bis.store(bis, Ordering::Relaxed);
    }

    /// Seconds for which the owner may not speak. `None`: he may.
    pub fn stumm(&self) -> Option<u64> {
        let left = self.kasten.stumm_bis.load(Ordering::Relaxed).saturating_sub(now_s());
        u64::try_from(left).ok().filter(|s| *s > 0)
    }

    /// The owner has typed something just now.
    pub fn tippt(&self) {
        self.kasten.getippt.store(now_s(), Ordering::Relaxed);
    }

    /// Seconds since the owner typed something last.
    pub fn untaetig_s(&self) -> u64 {
        let since = now_s().saturating_sub(self.kasten.getippt.load(Ordering::Relaxed));
        u64::try_from(since).unwrap_or(0)
    }

    /// Never waits. False: the owner is gone or too slow; the sender may forget him.
    pub fn wirf_ein(&self, post: Arc<Post>) -> bool {
        let mut inhalt = self.kasten.lock();
        if inhalt.zu || inhalt.ruf.is_some() {
            return false;
        }
        if inhalt.posts.len() >= MAILBOX_POSTS_MAX {
            drop(inhalt);
            METRICS.mailbox_overflows.one();
            self.rufe(Ruf::Voll);
            return false;
        }
        inhalt.posts.push_back(post);
        let waker = inhalt.waker.take();
        drop(inhalt);
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    /// Ends the owner's evening.
    pub fn rufe(&self, ruf: Ruf) {
        let mut inhalt = self.kasten.lock();
        inhalt.ruf = inhalt.ruf.max(Some(ruf));
        let waker = inhalt.waker.take();
        drop(inhalt);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The same mailbox with the number of the login that it belongs to.
    #[must_use]
    pub fn nummeriert(mut self, eintritt: u64) -> Self {
        self.eintritt = eintritt;
        self
    }

    /// True if this one belongs to a later login: then whatever the older one still sends has come too late.
    pub fn is_newer_than(&self, other: &Self) -> bool {
        self.eintritt > other.eintritt
    }

    /// True if both are the same mailbox: a newer login has another one.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.kasten, &other.kasten)
    }
}

impl Leerung {
    /// Ready when there is a post or the evening is to end.
    pub fn poll_bereit(&self, cx: &mut Context<'_>) -> Poll<()> {
        // Whoever is told something all the time must let others have their turn.
        let turn = ready!(poll_proceed(cx));
        let mut inhalt = self.0.lock();
        if inhalt.ruf.is_some() || !inhalt.posts.is_empty() {
            turn.made_progress();
            return Poll::Ready(());
        }
        match &mut inhalt.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            none => *none = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    /// The next post, if there is one.
    pub fn nimm(&self) -> Option<Arc<Post>> {
        let mut inhalt = self.0.lock();
        let post = inhalt.posts.pop_front();
        if inhalt.posts.is_empty() && inhalt.posts.capacity() > KEPT_PLACES {
            inhalt.posts = VecDeque::new();
        }
        post
    }

    /// Waits for the next post.
    pub async fn hole(&self) -> Arc<Post> {
        loop {
            if let Some(post) = self.nimm() {
                return post;
            }
            std::future::poll_fn(|cx| self.poll_bereit(cx)).await;
        }
    }

    /// Why the evening is to end, if it is.
    pub fn ruf(&self) -> Option<Ruf> {
        self.0.lock().ruf
    }
}

impl Drop for Leerung {
    fn drop(&mut self) {
        let mut inhalt = self.0.lock();
        let left = std::mem::replace(&mut *inhalt, Inhalt { zu: true, ..Inhalt::default() });
        // Dropped after the lock: a waker may do something of its own.
        drop(inhalt);
        drop(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::PostArt;

    fn post(text: &str) -> Arc<Post> {
        Arc::new(Post::satz(PostArt::Raum, text.to_string()))
    }

    #[tokio::test]
    async fn posts_come_in_their_order_and_wake_whoever_waits() {
        let (postfach, leerung) = Postfach::new();
        assert!(leerung.nimm().is_none());
        let reader = tokio::spawn(async move {
            let texts = [leerung.hole().await, leerung.hole().await];
            texts.map(|p| p.bloecke.clone())
        });
        tokio::task::yield_now().await;
        let posts = [post("eins"), post("zwei")];
        assert!(posts.iter().all(|p| postfach.wirf_ein(Arc::clone(p))));
        assert_eq!(reader.await.unwrap(), posts.map(|p| p.bloecke.clone()));
        assert!(!postfach.wirf_ein(post("drei")), "the owner is gone");
    }

    #[tokio::test]
    async fn one_post_too_many_ends_the_evening_and_a_full_box_gives_its_room_back() {
        let (postfach, leerung) = Postfach::new();
        let fill = || (0..=MAILBOX_POSTS_MAX).take_while(|_| postfach.wirf_ein(post("x"))).count();
        for _ in 0..MAILBOX_POSTS_MAX {
            assert!(postfach.wirf_ein(post("x")));
        }
        while leerung.nimm().is_some() {}
        assert!(leerung.0.lock().posts.capacity() <= KEPT_PLACES);
        assert_eq!((fill(), leerung.ruf()), (MAILBOX_POSTS_MAX, Some(Ruf::Voll)));
        assert!(!postfach.wirf_ein(post("y")));
    }

    #[tokio::test]
    async fn a_call_wakes_the_owner_and_the_more_important_one_stays() {
        let (postfach, leerung) = Postfach::new();
        let leerung = Arc::new(leerung);
        let own = Arc::clone(&leerung);
        let waits = tokio::spawn(async move {
            std::future::poll_fn(|cx| own.poll_bereit(cx)).await;
            own.ruf()
        });
        tokio::task::yield_now().await;
        postfach.rufe(Ruf::Abgeloest);
        assert_eq!(waits.await.unwrap(), Some(Ruf::Abgeloest));
        postfach.rufe(Ruf::Voll);
        assert_eq!(leerung.ruf(), Some(Ruf::Abgeloest));
    }
}
