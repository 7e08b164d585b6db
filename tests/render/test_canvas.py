import json
import zlib
from dataclasses import fields, replace

import numpy as np
import pytest
from render.gallery import gallery

from labkit.core.story import Step
from labkit.render.canvas import OTHERS, pack, plain, unpack
from labkit.views.layout import columns
from labkit.views.scene import Boxes, Field, Panel, Path, Points, Scene, codes, coordinates


def header(payload):
    data = zlib.decompress(payload)
    return json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")], parse_constant=pytest.fail)


def panel(*marks, **options):
    return Panel((0.0, 1.0), (0.0, 1.0), marks, box=(0.0, 0.0, 100.0, 100.0), **options)


def story(frames=200):
    """The story by which players are measured: a changing field, points that stay, a curve that grows."""
    rng = np.random.default_rng(0)
    x, y, kind = coordinates(rng.random(200)), coordinates(rng.random(200)), codes(rng.integers(0, 2, 200))
    curve = coordinates(np.cumsum(rng.random(frames)))
    rows, columns = np.mgrid[0:100, 0:100]
    scenes = []
    for k in range(frames):
        values = codes(np.clip(128 + (columns - 50) * np.cos(k / 30) + (rows - 50) * np.sin(k / 30), 0, 255))
        plane = panel(Field(values, (0, 1, 0, 1), "probability"), Points(x, y, kind), name="plane")
        scenes.append(Scene((plane, panel(Path(curve, curve, upto=k + 1)), panel(title="same")), f"update {k}"))
    return scenes


@pytest.mark.parametrize("name", gallery())
def test_unpack_gives_back_every_field_of_every_mark(name):
    scene = gallery()[name]
    told = unpack(pack([scene]))
    assert (told["width"], told["height"]) == (scene.width, scene.height)
    for sent, came in zip(scene.panels, told["frames"][0]["panels"], strict=True):
        assert tuple(came["box"]) == sent.box and came["title"] == sent.title
        for mark, seen in zip(sent.marks, came["marks"], strict=True):
            assert seen["type"] == type(mark).__name__
            for f in fields(mark):
                if f.name != "items":
                    np.testing.assert_array_equal(seen[f.name], getattr(mark, f.name), err_msg=f.name)
            if getattr(mark, "items", None) is not None:
                assert json.loads(json.dumps(mark.items.words)) == seen["items"]
                assert all(np.array_equal(seen[name], array) for name, array in mark.items.arrays)


def test_pack_sends_once_what_does_not_change():
    told = unpack(pack(story(20)))
    first, last = told["frames"][0], told["frames"][-1]
    assert first["panels"][0]["marks"][1] is last["panels"][0]["marks"][1]  # the points
    assert first["panels"][1]["marks"][0]["x"] is last["panels"][1]["marks"][0]["x"]  # the curve's array
    assert first["panels"][2] is last["panels"][2]  # a whole panel
    assert len(told["arrays"]) == 20 + 3 + 1  # fields, the points' three, the curve


def test_pack_pools_equal_arrays_that_are_not_the_same_object():
    scenes = [Scene((panel(Path(coordinates([0, 1]), coordinates([2, 3]))),)) for _ in range(3)]
    told = unpack(pack(scenes))
    assert len(told["arrays"]) == 2 and len(told["marks"]) == 1 and len(told["panels"]) == 1


def test_pack_keeps_apart_arrays_of_equal_bytes_and_other_shape():
    a, b = codes(np.zeros((2, 8))), codes(np.zeros((4, 4)))
    told = unpack(pack([Scene((panel(Field(a, (0, 1, 0, 1)), Field(b, (0, 1, 0, 1))),))]))
    assert [array.shape for array in told["arrays"]] == [(2, 8), (4, 4)]


def test_pack_puts_arrays_at_multiples_of_four_bytes():
    odd = Points(coordinates([1, 2, 3]), coordinates([1, 2, 3]), codes([0, 1, 2]), codes([1, 1, 1]))
    told = header(pack([Scene((panel(odd, Path(coordinates([5]), coordinates([6]))),), caption="é")]))
    assert all(offset % 4 == 0 for _, offset, _ in told["arrays"])


def test_pack_keeps_breaks_in_paths_and_sizes_per_point():
    broken, sizes = coordinates([0, np.nan, 1]), coordinates([3, 4, 5])
    marks = Path(broken, broken), Points(sizes, sizes, codes([0, 1, 0]), size=sizes)
    path, points = unpack(pack([Scene((panel(*marks),))]))["frames"][0]["panels"][0]["marks"]
    np.testing.assert_array_equal(path["x"], broken)
    np.testing.assert_array_equal(points["size"], sizes)
    assert points["flag"] is None


def test_pack_of_two_hundred_frames_is_under_two_megabytes():
    assert len(pack(story())) < 2_000_000


@pytest.mark.parametrize("name", OTHERS)
def test_pack_keeps_every_arrangement_of_a_story(name):
    layout = columns(*(lambda step, size, k=k: panel(name=f"{k}", title=step.event) for k in range(4)))
    scenes = [layout(Step(event=f"update {k}", model=None)) for k in range(20)]
    other = unpack(pack(scenes))["others"][name]
    for frame, scene in zip(other["frames"], [getattr(scene, name)() for scene in scenes], strict=True):
        assert other["size"] == [scene.width, scene.height]
        assert [tuple(each["box"]) for each in frame["panels"]] == [each.box for each in scene.panels]


def test_pack_is_the_same_for_the_same_story():
    assert pack(story(5)) == pack(story(5))


def test_plain_is_the_same_payload_before_compression():
    assert zlib.decompress(pack(story(3))) == plain(story(3))


def test_pack_takes_numpy_numbers_in_marks():
    box = Boxes(np.float32(0.5), np.int64(1), np.float64(2.0), 3)
    assert unpack(pack([Scene((panel(box),))]))["marks"][0]["x0"] == 0.5


@pytest.mark.parametrize(
    "scenes, message",
    [
        ([], "expected at least one scene"),
        ([Scene(()), Scene((), width=100.0)], "expected scenes of one size"),
        ([Scene((panel(Boxes(0, 0, float("nan"), 1)),))], "only arrays may hold NaN"),
        ([Scene((replace(panel(), xlim=(0.0, float("inf"))),))], "only arrays may hold NaN"),
        ([Scene((panel(Boxes(0, 0, 1, 1, fill="red")),))], "expected a colour token, got 'red'; use one of ink, muted"),
        ([Scene((panel(Path(coordinates([0]), coordinates([0]), color="class8")),))], "got 'class8'"),
        ([Scene((panel(surface="glass"),))], "got 'glass'"),
    ],
)
def test_pack_tells_what_a_story_must_be(scenes, message):
    with pytest.raises(ValueError, match=message):
        pack(scenes)
